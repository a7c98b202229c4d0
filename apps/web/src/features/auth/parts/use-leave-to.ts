import type { LoginView } from '../../../lib/auth/auth-store.ts'
import { useRuntime } from '../../../lib/runtime.tsx'

/** Goes to another view and takes the typed address along. */
export function useLeaveTo(email: string): (view: LoginView) => void {
  const { auth } = useRuntime()
  return (view) => {
    auth.keepEmail(email)
    auth.openLogin(view)
  }
}
