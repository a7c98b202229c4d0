/** What the browser keeps over a reload, each under its own name; `theme` is kept by app/color-scheme.ts. */
export type KeptName =
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

export interface Kept {
  read(name: KeptName): string | undefined
  /** `undefined` removes it. */
  write(name: KeptName, text: string | undefined): void
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Local storage, save for the temporary token, which ends with its tab. */
export function createKept(shelves: { local: Shelf; session: Shelf }): Kept {
  const shelfOf = (name: KeptName) => (name === 'tempToken' ? shelves.session : shelves.local)
  return {
    read: (name) => shelfOf(name).getItem(name) ?? undefined,
    write(name, text) {
      if (text === undefined) return shelfOf(name).removeItem(name)
      try {
        shelfOf(name).setItem(name, text)
      } catch {
        // @NOTE a browser that keeps nothing (full, private) only forgets at the next reload
      }
    },
  }
}
