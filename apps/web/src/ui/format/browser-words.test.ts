import { describe, expect, it } from 'vitest'
import { browserWords, readBrowser } from './browser-words.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

describe('browserWords', () => {
  it.each([
    [`${windows} ${chrome}`, 'Chrome on Windows'],
    [`${windows} ${chrome} Edg/141.0.0.0`, 'Edge on Windows'],
    [`${windows} ${chrome} OPR/122.0.0.0`, 'Opera on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 16181.47.0) Chrome/141.0.0.0 Safari/537.36',
      'Chrome on ChromeOS',
    ],
  ])('names the browser and system of %s', (userAgent, words) => {
    expect(browserWords(userAgent)).toBe(words)
  })

  it('names other programs', () => {
    expect(browserWords('curl/8.14.1')).toBe('curl')
    expect(browserWords('node')).toBe('Node.js')
    expect(browserWords('python-requests/2.32')).toBe('Python')
  })

  it('returns “unknown” for unknown parts', () => {
    expect(browserWords(null)).toBe('Unknown browser')
    expect(browserWords('')).toBe('Unknown browser')
    expect(browserWords('Something (Windows)')).toBe('Windows browser')
    expect(readBrowser('made up')).toEqual({ program: undefined, system: undefined })
  })
})
