import type { ITheme } from '@xterm/xterm'

/** The sixteen colours of a terminal, chosen to be readable on the page's background. */
const light: ITheme = {
  background: '#ffffff',
  foreground: '#1a1a20',
  cursor: '#4450c9',
  cursorAccent: '#ffffff',
  selectionBackground: '#d6daf8',
  black: '#1a1a20',
  red: '#b3261e',
  green: '#18734a',
  yellow: '#8a5300',
  blue: '#3b46b8',
  magenta: '#8b2fa8',
  cyan: '#0b6a8f',
  white: '#5f5f6b',
  brightBlack: '#6c6c78',
  brightRed: '#c9382f',
  brightGreen: '#1c8555',
  brightYellow: '#9a6100',
  brightBlue: '#4450c9',
  brightMagenta: '#a043bd',
  brightCyan: '#0d7ba6',
  brightWhite: '#33333c',
}

const dark: ITheme = {
  background: '#101014',
  foreground: '#ededf1',
  cursor: '#9da7ff',
  cursorAccent: '#101014',
  selectionBackground: '#343869',
  black: '#373741',
  red: '#ff8d84',
  green: '#5fce97',
  yellow: '#e9b04f',
  blue: '#9da7ff',
  magenta: '#d7a0ee',
  cyan: '#62c3e8',
  white: '#c9c9d2',
  brightBlack: '#8a8a98',
  brightRed: '#ffaaa3',
  brightGreen: '#86e0b2',
  brightYellow: '#f3c777',
  brightBlue: '#bcc3ff',
  brightMagenta: '#e5bff5',
  brightCyan: '#8ed6f2',
  brightWhite: '#ffffff',
}

/** Returns a terminal's colours in the page's current colour scheme. */
export function terminalTheme(scheme: 'light' | 'dark'): ITheme {
  return scheme === 'dark' ? dark : light
}
