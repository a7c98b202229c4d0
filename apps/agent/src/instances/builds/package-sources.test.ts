import { describe, expect, it } from 'vitest'
import { publicSources, sourceFiles, sourceVariables } from './package-sources.ts'

const pem = '-----BEGIN CERTIFICATE-----'

describe('the settings of a build', () => {
  it('are all in memory, so that no image has them', () => {
    const proxy = 'http://me:secret@proxy.lan:3128'
    const files = sourceFiles({ ...publicSources, proxy }, pem)
    expect(files.length).toBe(5)
    for (const { path } of files) expect(path).toMatch(/^\/dev\/shm\//)
    const paths = new Set(files.map(({ path }) => path))
    for (const [name, value] of Object.entries(sourceVariables({ proxy }, pem)))
      expect(name.endsWith('_proxy') || paths.has(value)).toBe(true)
  })

  it('name the security updates of the mirror, and the proxy and certificates only where there are some', () => {
    const text = (sources: typeof publicSources, certificates?: string) =>
      sourceFiles(sources, certificates)
        .map(({ content }) => content)
        .join('')
    const plain = text({ ...publicSources, aptMirror: 'http://mirror.lan/' })
    expect(plain).toContain('deb http://mirror.lan/debian-security bookworm-security main')
    expect(plain).not.toMatch(/proxy|ca\.pem/i)
    expect(sourceVariables({}, undefined)).not.toHaveProperty('SSL_CERT_FILE')
  })
})
