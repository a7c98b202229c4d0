import { existsSync } from 'node:fs'

/** Path of the installed browser that the tests drive, if there is one. */
export const systemBrowser: string | undefined = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync)
