// Times as the box writes them: ISO 8601 with the offset of the household's zone, `~` in front when only roughly
// known. A time is shown as it is written there, whatever zone the phone is in.

const FORM = /^(~?)(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const MINUTE = 60_000;

export const DAY = 1440;
const zone = { offset: -new Date().getTimezoneOffset(), isTwelveHour: false };

/** Takes over the household's offset from UTC and its way to write times. */
export function adopt(now, isTwelveHour) {
  if (now) zone.offset = now.offset;
  zone.isTwelveHour = isTwelveHour === true;
}

/** `{ms, offset, isRough}` of a text or of an object with `at`; nil for anything else. */
export function parse(value) {
  const text = typeof value === "object" ? (value?.at ?? value?.time) : value;
  const match = typeof text === "string" && FORM.exec(text);
  if (!match) return null;
  const ms = Date.parse(match[1] ? text.slice(1) : text);
  if (Number.isNaN(ms)) return null;
  const sign = match[5][0] === "-" ? -1 : 1;
  const offset = match[5] === "Z" ? 0 : sign * (Number(match[5].slice(1, 3)) * 60 + Number(match[5].slice(4)));
  return { ms, offset, isRough: match[1] === "~" || value.rough === true };
}

/** A time of the household's zone from milliseconds. */
export const at = (ms, offset = zone.offset) => ({ ms, offset, isRough: false });

const local = (time) => new Date(time.ms + time.offset * MINUTE);
const two = (number) => String(number).padStart(2, "0");

/** `2026-02-11`. */
export const date = (time) => local(time).toISOString().slice(0, 10);

/** Minutes since that day's midnight. */
export const minuteOfDay = (time) => local(time).getUTCHours() * 60 + local(time).getUTCMinutes();

/** `13:05` or `1:05 pm` of minutes since midnight. */
export function clockOfMinutes(minutes) {
  const [hour, minute] = [Math.floor((((minutes % DAY) + DAY) % DAY) / 60), ((minutes % 60) + 60) % 60];
  if (!zone.isTwelveHour) return `${two(hour)}:${two(minute)}`;
  return `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? "am" : "pm"}`;
}

/** `13:05`, with `~` when it is only roughly known. */
export const clock = (time) => (time ? (time.isRough ? "~" : "") + clockOfMinutes(minuteOfDay(time)) : "");

/** A clock time such as the settings have it, `18:40`, as the household writes times. */
export function clockOfText(text) {
  const match = /^(\d\d):(\d\d)$/.exec(text ?? "");
  return match ? clockOfMinutes(Number(match[1]) * 60 + Number(match[2])) : text;
}

/** `45 m`, `1 h 05`: the panel's form. */
export function duration(minutes) {
  const whole = Math.max(0, Math.floor(minutes));
  return whole < 60 ? `${whole} m` : `${Math.floor(whole / 60)} h ${two(whole % 60)}`;
}

/** Minutes from one time to another. */
export const minutesBetween = (from, to) => (to.ms - from.ms) / MINUTE;

/** `4:09` or `1:04:09`, for a timer that ticks. */
export function ticking(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

/** `2026-02-11T07:05:00-05:00`, as commands take it. */
export function iso(time) {
  const size = Math.abs(time.offset);
  const offset = `${time.offset < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return local(time).toISOString().slice(0, 19) + offset;
}

/** A time from the fields of a form: `2026-02-11` and `07:05`. */
export function fromFields(day, text, offset = zone.offset) {
  const ms = Date.parse(`${day}T${text}:00Z`);
  return Number.isNaN(ms) ? null : { ms: ms - offset * MINUTE, offset, isRough: false };
}

/** `07:05`, as a field of a form wants it, whatever the household's way is. */
export const fieldClock = (time) => local(time).toISOString().slice(11, 16);

/** The date some days later. */
export const addDays = (day, count) => new Date(Date.parse(`${day}T12:00Z`) + count * DAY * MINUTE).toISOString().slice(0, 10);

/** `Wed 11 Feb`. */
export const dayName = (day) =>
  new Date(`${day}T12:00Z`).toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
