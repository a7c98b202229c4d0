import { describe, expect, it } from 'vitest'
import { packagePage, wheelIn } from './wheel-in.ts'

const page = packagePage('https://index.example/simple/', 'Some_Package')
const wheel = { filename: 'some_package-1.2-py3-none-any.whl', url: '../../files/w.whl' }
const json = 'application/vnd.pypi.simple.v1+json'

describe('the page of a package', () => {
  it('is under its normalised name', () => {
    expect(page.href).toBe('https://index.example/simple/some-package/')
  })

  it('has a wheel of the version, in JSON or in HTML', () => {
    const other = { filename: 'some_package-1.20-py3-none-any.whl', url: 'x.whl' }
    const files = [{ filename: 'some_package-1.2.tar.gz', url: 'x.tar.gz' }, other, wheel]
    expect(found(json, JSON.stringify({ files }))).toBe('https://index.example/files/w.whl')
    const html = `<a href="../../files/w.whl">${wheel.filename}</a>`
    expect(found('text/html', html)).toBe('https://index.example/files/w.whl')
  })

  it('returns undefined without a wheel, and unreadable for anything else', () => {
    expect(found(json, '{"files":[]}')).toBe('undefined')
    expect(found('text/html', 'Not here')).toBe('undefined')
    for (const text of ['<html>', '7', 'null', '{"files":7}'])
      expect(found(json, text)).toBe('unreadable')
    const nowhere = JSON.stringify({ files: [{ ...wheel, url: 'http://[' }] })
    expect(found(json, nowhere)).toBe('unreadable')
    expect(found(json, '{"files":[7,{"filename":3}]}')).toBe('undefined')
  })
})

function found(contentType: string, text: string): string {
  return String(wheelIn({ page, contentType, text, package: 'Some_Package', version: '1.2' }))
}
