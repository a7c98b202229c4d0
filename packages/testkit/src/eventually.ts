import { vi } from 'vitest'

/** Far longer than anything takes that is waited for, even on a machine that runs much else. */
const limits = { timeout: 10_000, interval: 10 }

/**
 * Repeats a check until it passes, and returns its value. `vi.waitFor` alone gives up after one second, which a busy
 * machine exceeds. @throws what the check threw last, after ten seconds
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, limits)
}
