import type { Flow } from '@gridloom/contract/accounts/flow'
import { useRuntime } from '../../api/runtime.tsx'
import { readAccess, useGoOn } from '../../shared/auth/use-go-on.ts'

/** The flow that the user chose, or a path to go to directly. */
type Way = { flow: Flow } | { to: '/instance' }

/** Follows a choice of the start page: directly when signed in, else through registration. The choice is stored. */
export function useEnter(): (way: Way) => void {
  const runtime = useRuntime()
  const goOn = useGoOn()

  async function enter(way: Way): Promise<void> {
    const { auth } = runtime
    auth.keepReturnPath('to' in way ? way.to : undefined)
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

  // @NOTE every failure shows its own toast
  return (way) => void enter(way)
}
