import { useRuntime } from '../../../api/runtime.tsx'
import type { LoginView } from '../../../api/session/auth-store.ts'

/** Switches to another view and keeps the typed email address. */
export function useLeaveTo(email: string): (view: LoginView) => void {
  const { auth } = useRuntime()
  return (view) => {
    auth.keepEmail(email)
    auth.openLogin(view)
  }
}
