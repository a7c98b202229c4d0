import {
  localStorageColorSchemeManager,
  type MantineColorScheme,
  type MantineColorSchemeManager,
} from '@mantine/core'
import type { Auth } from '../api/session/auth-store.ts'

const prefersDark = '(prefers-color-scheme: dark)'

/**
 * Stores the theme in local storage under `theme` once a user has chosen one. Until then it is that of the operating
 * system, light by default. The auth state mirrors the theme that is shown. `public/first.js` decides the same.
 */
export function createColorScheme(auth: Pick<Auth, 'holdTheme'>): MantineColorSchemeManager {
  const kept = localStorageColorSchemeManager({ key: 'theme' })
  const mirror = (scheme: MantineColorScheme) => auth.holdTheme(shownTheme(scheme))
  mirror(kept.get('auto'))
  matchMedia(prefersDark).addEventListener('change', () => mirror(kept.get('auto')))
  return {
    ...kept,
    set(scheme) {
      kept.set(scheme)
      mirror(scheme)
    },
  }
}

function shownTheme(scheme: MantineColorScheme): 'light' | 'dark' {
  if (scheme !== 'auto') return scheme
  return matchMedia(prefersDark).matches ? 'dark' : 'light'
}
