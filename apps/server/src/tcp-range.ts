/** The ports that are assigned to ports of instances, both ends included. */
export interface TcpRange {
  readonly first: number
  readonly last: number
}

const firstMin = 1_024
/** Each port may become a listening socket. */
const portsMax = 10_000

/** Reads `20000-20999`; `undefined` where that is no range of 1 to 10,000 ports above the privileged ones. */
export function readTcpRange(text: string): TcpRange | undefined {
  const [, from, to] = /^(\d{4,5})-(\d{4,5})$/.exec(text) ?? []
  const [first, last] = [Number(from), Number(to)]
  const isRange = first >= firstMin && first <= last && last <= 65_535
  return isRange && last - first < portsMax ? { first, last } : undefined
}

export function isInRange({ first, last }: TcpRange, port: number): boolean {
  return port >= first && port <= last
}
