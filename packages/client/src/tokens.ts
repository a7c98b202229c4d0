/** The store of the bearer token: a cookie in the browser, a file for the CLI, memory in tests. */
export interface TokenStore {
  read(): string | undefined
  write(token: string): void
  clear(): void
  /** Runs `work` while no other tab or process that shares the store refreshes. */
  lock?<Result>(work: () => Promise<Result>): Promise<Result>
}

/** A store that lives as long as the process. */
export function memoryTokens(first?: string): TokenStore {
  let token = first
  return {
    read: () => token,
    write: (next) => {
      token = next
    },
    clear: () => {
      token = undefined
    },
  }
}
