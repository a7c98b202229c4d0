import { localStorageColorSchemeManager, type MantineColorSchemeManager } from '@mantine/core'
import type { Auth } from '../api/session/auth-store.ts'

/** Stores the theme in local storage under `theme`, light by default; the auth state mirrors it. */
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

/** There is no `auto`: the default is light. */
function asTheme(scheme: string): 'light' | 'dark' {
  return scheme === 'dark' ? 'dark' : 'light'
}
