/** What ends all of these when it is disposed of, such as subscriptions. */
export function disposing(...ends: readonly (() => void)[]): AsyncDisposable {
  return {
    async [Symbol.asyncDispose]() {
      for (const end of ends) end()
    },
  }
}
