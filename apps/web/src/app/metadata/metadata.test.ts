import { describe, expect, it } from 'vitest'
import { metadataFor, tabTitle } from './pages.ts'
import { writeAddress, writeWords } from './write-metadata.ts'

const origin = 'https://gridloom.example'

describe('metadataFor', () => {
  it('returns name, description, URL and icons of a page', () => {
    expect(metadataFor('/terms-and-conditions', origin)).toEqual({
      name: 'Terms and conditions',
      description: 'The terms of use of Gridloom during the beta.',
      url: 'https://gridloom.example/terms-and-conditions',
      icons: '/favicon.svg',
    })
  })

  it('falls back to the name of the parent page', () => {
    expect(metadataFor('/machines/mch_1', origin)).toMatchObject({
      name: 'Machines',
      url: 'https://gridloom.example/machines/mch_1',
    })
    expect(metadataFor('/how-to-host/mac/', origin).name).toBe('Host on macOS')
  })

  it.each(['/', '/nowhere', '/constructor'])('names %s after the product', (path) => {
    expect(metadataFor(path, origin).name).toBe('Gridloom')
  })
})

describe('the document’s head', () => {
  it('has each element once after several navigations', () => {
    const page = document.implementation.createHTMLDocument()
    for (const path of ['/instance', '/machines', '/terms-and-conditions']) {
      writeWords(page, metadataFor(path, origin))
      writeAddress(page, metadataFor(path, origin))
    }
    const canonical = page.querySelectorAll('link[rel="canonical"]')
    expect(canonical).toHaveLength(1)
    expect(canonical[0]?.getAttribute('href')).toBe(`${origin}/terms-and-conditions`)
    expect(page.querySelectorAll('meta[name="description"]')).toHaveLength(1)
    expect(page.querySelectorAll('link[rel="icon"]')).toHaveLength(1)
    expect(page.title).toBe('Terms and conditions · Gridloom')
  })

  it('contains the product’s name only once', () => {
    expect(tabTitle('Gridloom')).toBe('Gridloom')
  })
})
