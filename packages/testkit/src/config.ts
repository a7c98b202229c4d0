/** Whether this process runs under Vitest, which then has a cluster running for all its files. */
export function runsUnderVitest(): boolean {
  return process.env.VITEST === 'true'
}
