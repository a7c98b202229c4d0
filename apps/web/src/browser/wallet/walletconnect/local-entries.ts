/** Where the entries are kept: the browser's local storage. */
export interface EntryStorage {
  keys(): string[]
  getItem(key: string): string | null
  setItem(key: string, text: string): void
  removeItem(key: string): void
}

/** The store of the WalletConnect library. */
export interface LocalEntries {
  getKeys(): Promise<string[]>
  getEntries<T>(): Promise<[string, T][]>
  getItem<T>(key: string): Promise<T | undefined>
  setItem<T>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
}

const prefix = 'walletconnect:'

/** Values of another form, such as those of an older version, are as good as none. */
export function createLocalEntries(storage: EntryStorage): LocalEntries {
  const keys = () =>
    storage.keys().flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))
  // Named cast: the library wrote the value, and asks for what it wrote.
  const read = <T>(key: string) => valueIn(storage.getItem(prefix + key)) as T | undefined
  return {
    getKeys: async () => keys(),
    getEntries: async <T>() =>
      keys().flatMap((key): [string, T][] => {
        const value = read<T>(key)
        return value === undefined ? [] : [[key, value]]
      }),
    getItem: async <T>(key: string) => read<T>(key),
    setItem: async (key, value) => storage.setItem(prefix + key, JSON.stringify(value)),
    removeItem: async (key) => storage.removeItem(prefix + key),
  }
}

/** Whether the library has stored anything: without that there is no session to resume. */
export function hasEntries(storage: EntryStorage): boolean {
  return storage.keys().some((key) => key.startsWith(prefix))
}

function valueIn(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // @NOTE as good as none
    return undefined
  }
}
