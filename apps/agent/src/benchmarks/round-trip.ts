/** Pings in one measurement: the median of five is not moved by one that met a busy moment. */
const pings = 5

/** The median of some round trips, in milliseconds. */
export async function medianRoundTripMs(ping: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < pings; turn += 1) times.push(await ping())
  times.sort((one, other) => one - other)
  return times[Math.floor(pings / 2)] ?? 0
}
