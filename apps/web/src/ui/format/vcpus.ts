/** Formats a number of vCPUs with at most two decimals: `0.95`, `16`. */
export function formatVcpus(vcpus: number): string {
  return String(Math.round(vcpus * 100) / 100)
}
