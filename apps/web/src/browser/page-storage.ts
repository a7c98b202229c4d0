/** The names of stored values; `theme` is stored by app/color-scheme.ts. */
export type StoredName =
  | 'isLoggedIn'
  | 'userDetails'
  | 'config'
  | 'onboardStep'
  | 'flow'
  | 'referralCode'
  /** The last referral link that was followed, for 30 days. */
  | 'referral'
  | 'tempToken'
  | 'dismissedAnnouncements'
  /** The columns of the market's table, by their names. */
  | 'marketColumns'
  /** The upload in progress, to resume it after a reload. */
  | 'renderUpload'
  /** Present while a wallet is connected, to connect it again after a reload. */
  | 'walletConnected'
  /** Written only to notify other tabs; never read back. */
  | 'confirmedAt'

export interface PageStorage {
  read(name: StoredName): string | undefined
  /** `undefined` removes the value. */
  write(name: StoredName, text: string | undefined): void
}

type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Uses local storage, except for the temporary token, which ends with its tab. */
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
        // @NOTE in a browser that stores nothing (full, private) values are only lost at the next reload
      }
    },
  }
}
