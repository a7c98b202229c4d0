/** A disposable that ends all of these, such as subscriptions. */
export function disposing(...ends: readonly (() => void)[]): AsyncDisposable {
  return {
    async [Symbol.asyncDispose]() {
      for (const end of ends) end()
    },
  }
}
