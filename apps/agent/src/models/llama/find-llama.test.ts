import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findLlama, llamaVersion, missingFrom, platformPackageOf } from './find-llama.ts'

describe('llama.cpp', () => {
  it('is found beside the source before the data folder', () => {
    const found = find(() => true)
    expect(found).toMatchObject({ library: expect.stringMatching(/engines\/llama\/node_modules$/) })
    expect(missingFrom(found)).toBeNull()
    expect(found).not.toMatchObject({ library: expect.stringContaining('/data') })
  })

  it('is found in the data folder of a packed agent', () => {
    const has = (path: string) => path.startsWith('/data/')
    expect(find(has)).toEqual({ library: '/data/engines/llama/node_modules' })
  })

  it('is missing if only half of it is installed, and the remedy is named', () => {
    const has = (path: string) => path.endsWith('node-llama-cpp/package.json')
    const found = find(has)
    const lack = missingFrom(found)
    expect(lack).toMatch(/^llama.cpp is not installed. Install it with script\/bootstrap or, /)
    expect(lack).toContain('@node-llama-cpp/linux-x64@3.22.1')
  })

  it('is missing on platforms without a build, and alternatives are named', () => {
    const found = findLlama({ dataDir: '/data', platform: 'freebsd', arch: 'x64', has: () => true })
    expect(missingFrom(found)).toBe(
      'llama.cpp is not available for freebsd on x64. Use another engine on this machine, such as Ollama, vLLM or llama-server.',
    )
  })

  it('has the version that is pinned for its installation', () => {
    const file = new URL('../../../../../engines/llama/package.json', import.meta.url)
    expect(readFileSync(file, 'utf8')).toContain(`"node-llama-cpp": "${llamaVersion}"`)
  })

  it.each([
    ['linux', 'arm64', '@node-llama-cpp/linux-arm64'],
    ['darwin', 'arm64', '@node-llama-cpp/mac-arm64-metal'],
    ['win32', 'x64', '@node-llama-cpp/win-x64'],
  ] as const)('on %s %s is the package %s', (platform, arch, name) => {
    expect(platformPackageOf(platform, arch)).toBe(name)
  })
})

function find(has: (path: string) => boolean) {
  return findLlama({ dataDir: '/data', platform: 'linux', arch: 'x64', has })
}
