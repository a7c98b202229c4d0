import { useRuntime } from '../../api/runtime.tsx'
import type { Flow } from '../../api/session/auth-store.ts'
import { readAccess, useGoOn } from '../../shared/auth/use-go-on.ts'

/** What somebody came to do, or where they want to go without more ado. */
type Way = { flow: Flow } | { to: '/instance' }

/** Goes through a door: straight in when signed in, else by way of signing up. The door is remembered. */
export function useEnter(): (way: Way) => void {
  const runtime = useRuntime()
  const goOn = useGoOn()

  async function enter(way: Way): Promise<void> {
    const { auth } = runtime
    auth.keepWay('to' in way ? way.to : undefined)
    if ('flow' in way) auth.chooseFlow(way.flow)
    if (!auth.store.getState().isLoggedIn) {
      auth.keepStep('sign-up')
      auth.openLogin('register')
      return
    }
    const wantsCode = 'flow' in way && way.flow === 'hivemind'
    if (wantsCode && (await readAccess(runtime)) === 'closed') auth.openAccessCode()
    else await goOn()
  }

  // @NOTE every failure on the way shows its own toast
  return (way) => void enter(way)
}
