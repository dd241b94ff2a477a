// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * gpio-sim needs the kernel's irq_sim.c, which Debian does not build in. It is never a module upstream and
 * calls irq_to_desc(), which x86 does not export. The same descriptor can be had through exported helpers, so
 * the kernel's file compiles here unchanged.
 */
#include <linux/irq.h>
#include <linux/irqdesc.h>

static inline struct irq_desc *rig_irq_to_desc(unsigned int irq)
{
	struct irq_data *data = irq_get_irq_data(irq);

	return data ? irq_data_to_desc(data) : NULL;
}

#define irq_to_desc rig_irq_to_desc
#include "irq_sim.c"
