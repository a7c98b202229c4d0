/** A share of CPUs with two places at most: `0.95`, `16`. */
export function formatVcpus(vcpus: number): string {
  return String(Math.round(vcpus * 100) / 100)
}
