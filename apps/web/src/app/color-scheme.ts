import { localStorageColorSchemeManager, type MantineColorSchemeManager } from '@mantine/core'
import type { Auth } from '../api/session/auth-store.ts'

/** The theme in local storage under `theme`, light unless told; the auth state mirrors it. */
export function createColorScheme(auth: Auth): MantineColorSchemeManager {
  const kept = localStorageColorSchemeManager({ key: 'theme' })
  auth.holdTheme(asTheme(kept.get('light')))
  return {
    ...kept,
    set(scheme) {
      kept.set(scheme)
      auth.holdTheme(asTheme(scheme))
    },
  }
}

/** There is no `auto` here: whoever chose nothing has light. */
function asTheme(scheme: string): 'light' | 'dark' {
  return scheme === 'dark' ? 'dark' : 'light'
}
