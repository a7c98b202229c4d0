import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { shellWord } from '@gridloom/domain/shell/quote-shell'
import { describe, expect, it } from 'vitest'
import { fillScript, powershellWord } from './install-script.ts'

describe('the values in an install script', () => {
  it.each(['https://gridloom.example', "https://a/$(id)'`x`\\", 'a b\nc'])(
    'are plain text to the shell: %s',
    (address) => {
      const said = execFileSync('sh', ['-c', `printf %s ${shellWord(address)}`])
      expect(said.toString()).toBe(address)
    },
  )

  it('are plain text to PowerShell, which has five kinds of single quote', () => {
    expect(powershellWord("a'b’c")).toBe("'a''b’’c'")
  })

  it.each(['install.sh', 'install.ps1'])('replace one placeholder each in %s', (name) => {
    const script = scriptNamed(name)
    const filled = fillScript(script, { serverUrl: "'https://a.example'", publicKey: "'a key'" })
    expect(filled).not.toMatch(/@[A-Z_]+@/)
    const [own, places] = ['https://a.example'.length + 'a key'.length, '@SERVER_URL@@PUBLIC_KEY@']
    expect(filled.length - script.length).toBe(own - places.length)
  })

  it('keep characters that are special in a replacement', () => {
    const script = "x='@SERVER_URL@' y='@PUBLIC_KEY@'"
    const filled = fillScript(script, { serverUrl: "'$&$1'", publicKey: "'y'" })
    expect(filled).toBe("x='$&$1' y='y'")
  })

  it('are rejected by a script without a placeholder for them', () => {
    const words = { serverUrl: "'x'", publicKey: "'y'" }
    expect(() => fillScript("echo '@SERVER_URL@'", words)).toThrow('has no')
    expect(() => fillScript("echo '@PUBLIC_KEY@'", words)).toThrow('has no')
  })
})

describe('install.sh', () => {
  it('parses in sh and bash', () => {
    const script = scriptNamed('install.sh')
    for (const shell of ['sh', 'bash'])
      expect(() => execFileSync(shell, ['-n'], { input: script })).not.toThrow()
  })

  it('does nothing when it is truncated', () => {
    const script = scriptNamed('install.sh')
    const bodies = [0.3, 0.6, 0.9].map((share) =>
      script.slice(0, Math.floor(script.length * share)),
    )
    for (const body of bodies) {
      const upToLine = body.slice(0, body.lastIndexOf('\n}\n') + 3)
      expect(execFileSync('sh', [], { input: upToLine }).toString()).toBe('')
    }
  })
})

function scriptNamed(name: string): string {
  return readFileSync(new URL(`./scripts/${name}`, import.meta.url), 'utf8')
}
