/** What the browser keeps over a reload, each under its own name; `theme` is kept by app/color-scheme.ts. */
export type StoredName =
  | 'isLoggedIn'
  | 'userDetails'
  | 'config'
  | 'onboardStep'
  | 'flow'
  | 'referralCode'
  | 'tempToken'
  | 'dismissedAnnouncements'
  /** The scene that was being uploaded, to go on with after a reload. */
  | 'renderUpload'
  /** Tells other tabs; nobody reads it back. */
  | 'confirmedAt'

export interface PageStorage {
  read(name: StoredName): string | undefined
  /** `undefined` removes it. */
  write(name: StoredName, text: string | undefined): void
}

type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Local storage, save for the temporary token, which ends with its tab. */
export function createPageStorage(storages: {
  local: BrowserStorage
  session: BrowserStorage
}): PageStorage {
  const storageOf = (name: StoredName) => (name === 'tempToken' ? storages.session : storages.local)
  return {
    read: (name) => storageOf(name).getItem(name) ?? undefined,
    write(name, text) {
      if (text === undefined) return storageOf(name).removeItem(name)
      try {
        storageOf(name).setItem(name, text)
      } catch {
        // @NOTE a browser that keeps nothing (full, private) only forgets at the next reload
      }
    },
  }
}
