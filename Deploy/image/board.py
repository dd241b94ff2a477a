"""The emulated board that check-image boots: QEMU's raspi3b with the card's own kernel, device tree and initrd."""

import os
import pathlib
import re
import socket
import subprocess
import time

KERNEL_FILES = ["vmlinuz", "initrd.img", "bcm2837-rpi-3-b.dtb", "cmdline.txt"]
# The emulated watchdog resets the board as soon as it is armed. The first serial port belongs to Bluetooth, so the kernel
# writes to it and gives no device for it; the shell is on the second. The last three spare the emulator work.
EMULATED = "console=ttyAMA0,115200 systemd.watchdog_sec=0 systemd.debug_shell=ttyS1 mitigations=off norandmaps nokaslr"
# Generous, for a machine that is busy with other work.
PATIENCE_S = 1800


class Failed(Exception):
    """A check that did not hold."""


class PowerCut(Exception):
    """The moment at which the power goes has come."""


class Board:
    """One power-up of the emulated board, with a root shell on its serial port.

    The guest's clock counts instructions, so that its timeouts hold on a busy machine. For the same reason `cut_after`,
    when the power goes, is in seconds that the emulator has worked.
    """

    def __init__(self, folder, card, cut_after=None):
        self.path = folder / "serial"
        self.path.unlink(missing_ok=True)
        line = (folder / "cmdline.txt").read_text().split()
        kernel = " ".join(word for word in line if not word.startswith("console=")) + " " + EMULATED
        self.console = folder / "console.txt"
        # However this program ends, the board ends with it.
        self.process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "qemu-system-aarch64", "-M", "raspi3b", "-icount", "shift=3",
             "-kernel", folder / "vmlinuz", "-initrd", folder / "initrd.img",
             "-dtb", folder / "bcm2837-rpi-3-b.dtb", "-append", kernel, "-display", "none", "-monitor", "none",
             "-drive", f"file={card},if=sd,format=raw", "-serial", f"file:{self.console}",
             "-serial", f"unix:{self.path},server=on,wait=off"],
            stderr=subprocess.DEVNULL)
        self.begin = time.monotonic()
        self.cut_after = cut_after
        self.text = ""
        self.count = 0
        self.serial = None

    def __enter__(self):
        return self

    def __exit__(self, kind, fault, trace):
        self.cut()
        return kind is PowerCut

    @property
    def age(self):
        """Seconds since power-up."""
        return time.monotonic() - self.begin

    @property
    def work(self):
        """Seconds that the emulator has worked since then."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def read(self, seconds):
        """Takes what the board says within some time."""
        if self.cut_after is not None and self.work > self.cut_after:
            raise PowerCut
        while self.serial is None:
            try:
                self.serial = socket.socket(socket.AF_UNIX)
                self.serial.connect(str(self.path))
            except OSError:
                self.serial = None
                time.sleep(0.1)
        self.serial.settimeout(seconds)
        try:
            self.text += self.serial.recv(65536).decode(errors="replace")
        except TimeoutError:
            pass

    def wait(self, pattern, seconds=PATIENCE_S):
        """Waits until the board says something new that fits; what fits."""
        begin, seen = time.monotonic(), len(self.text)
        while not (found := re.search(pattern, self.text[seen:])):
            if time.monotonic() - begin > seconds or self.process.poll() is not None:
                raise Failed(f"no {pattern!r} after {seconds} s; the last words:\n{self.text[-1500:]}")
            self.read(0.5)
        return found

    def shell(self):
        """Waits for the shell."""
        begin = time.monotonic()
        while time.monotonic() - begin < PATIENCE_S:
            try:
                if self.serial is not None:
                    self.serial.sendall(b"\n")
                self.wait(r"root@cribside[^\n]*# ", 5)
                break
            except TimeoutError:
                time.sleep(1)  # A board that does not read yet: the line is full.
            except Failed:
                if self.process.poll() is not None:
                    raise
        else:
            raise Failed(f"no shell:\n{self.text[-1500:]}")
        # Without echo and prompt everything that comes is an answer.
        self.run("bind 'set enable-bracketed-paste off'; PS1=; stty -echo")

    def type(self, text):
        self.serial.settimeout(PATIENCE_S)
        self.serial.sendall(text.encode())

    def run(self, command, seconds=PATIENCE_S):
        """Runs a command; what it printed, and its exit status."""
        self.count += 1
        seen = len(self.text)
        self.type(f"{command}; echo \"[\"end {self.count} $?\"]\"\n")
        # With the end of its line, which would otherwise be the beginning of the next answer.
        found = self.wait(rf"\[end {self.count} (\d+)\]\r?\n", seconds)
        said = self.text[seen:].replace("\r", "")
        return said[:said.rfind("[end")], int(found[1])

    def until(self, command, seconds=PATIENCE_S):
        """Waits until a command succeeds; whether it did."""
        loop = f"for i in {{1..{seconds // 2}}}; do if {command}; then break; fi; sleep 2; done"
        return self.run(f"{{ {loop}; {command}; }} >/dev/null 2>&1", PATIENCE_S + seconds)[1] == 0

    def box(self):
        """Waits until the box answers; how long after power-up that was, in words."""
        self.shell()
        answers = "systemctl is-active --quiet cribside && cribside status"
        check("the box answers", self.until(answers), self.text[-1500:], quiet=True)
        uptime = self.run("cut -d ' ' -f 1 /proc/uptime")[0].strip()
        return f"the box answers {uptime} s after power-up by its own clock, {self.work:.0f} s of the emulator's work"

    def has_restarted(self):
        """Waits until the board starts again by itself; whether it did."""
        begin = time.monotonic()
        while "reboot: Restarting system" not in self.console.read_text(errors="replace"):
            if time.monotonic() - begin > PATIENCE_S:
                return False
            self.read(1)
        return True

    def cut(self):
        """Takes the power away; what had come over the wire by then is read."""
        self.process.kill()
        self.process.wait()
        if self.serial:
            self.serial.settimeout(1)
            try:
                while piece := self.serial.recv(65536):
                    self.text += piece.decode(errors="replace")
            except OSError:
                pass
            self.serial.close()
            self.serial = None


def check(name, holds, said="", quiet=False):
    if not holds:
        raise Failed(f"{name}\n{said}")
    if not quiet:
        print(f"ok {name}", flush=True)
