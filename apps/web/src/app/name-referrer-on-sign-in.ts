import type { Runtime } from '../api/runtime.tsx'

/** Names the referrer of a new account, from the link that was followed, once somebody is signed in. */
export function nameReferrerOnSignIn(runtime: Runtime): void {
  const { auth, kept } = runtime
  async function nameNow(): Promise<void> {
    if (!auth.store.getState().isLoggedIn || kept.read('referral') === undefined) return
    try {
      const { nameReferrer } = await import('../features/referral/kept-referral.ts')
      await nameReferrer(runtime)
    } catch {
      // @NOTE a part of the page that cannot be loaded now is loaded after the next sign-in or reload
    }
  }
  auth.store.subscribe((state, before) => {
    if (state.isLoggedIn && !before.isLoggedIn) void nameNow()
  })
  void nameNow()
}
