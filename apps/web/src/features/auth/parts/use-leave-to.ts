import { useRuntime } from '../../../api/runtime.tsx'
import type { LoginView } from '../../../api/session/auth-store.ts'

/** Goes to another view and takes the typed address along. */
export function useLeaveTo(email: string): (view: LoginView) => void {
  const { auth } = useRuntime()
  return (view) => {
    auth.keepEmail(email)
    auth.openLogin(view)
  }
}
