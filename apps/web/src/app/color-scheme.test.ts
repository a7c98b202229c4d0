import { afterEach, describe, expect, it, vi } from 'vitest'
import { createColorScheme } from './color-scheme.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('the theme', () => {
  it('is that of the operating system until one is chosen', () => {
    const system = systemTheme('dark')
    const auth = aMirror()
    createColorScheme(auth)
    expect(auth.theme).toBe('dark')
    system.change('light')
    expect(auth.theme).toBe('light')
    expect(localStorage.getItem('theme')).toBeNull()
  })

  it('is the chosen one from then on, whatever the operating system has', () => {
    const system = systemTheme('dark')
    const auth = aMirror()
    createColorScheme(auth).set('light')
    expect(localStorage.getItem('theme')).toBe('light')
    system.change('light')
    system.change('dark')
    expect(auth.theme).toBe('light')
    expect(createColorScheme(auth).get('auto')).toBe('light')
  })
})

/** An auth state that mirrors the theme. */
function aMirror() {
  return {
    theme: 'none',
    holdTheme(theme: string) {
      this.theme = theme
    },
  }
}

/** An operating system whose theme changes. */
function systemTheme(first: 'light' | 'dark') {
  let theme = first
  const listeners = new Set<() => void>()
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    get matches() {
      return media.includes('dark') && theme === 'dark'
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }))
  return {
    change(next: 'light' | 'dark') {
      theme = next
      for (const listener of listeners) listener()
    },
  }
}
