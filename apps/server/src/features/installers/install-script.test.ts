import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fillScript, powershellWord, shellWord } from './install-script.ts'

describe('the address in a script', () => {
  it.each(['https://gridloom.example', "https://a/$(id)'`x`\\", 'a b\nc'])(
    'is nothing but text to the shell: %s',
    (address) => {
      const said = execFileSync('sh', ['-c', `printf %s ${shellWord(address)}`])
      expect(said.toString()).toBe(address)
    },
  )

  it('is nothing but text to PowerShell, which has five kinds of single quote', () => {
    expect(powershellWord("a'b’c")).toBe("'a''b’’c'")
  })

  it.each(['install.sh', 'install.ps1'])('has its one place in %s', (name) => {
    const script = scriptNamed(name)
    const filled = fillScript(script, "'https://gridloom.example'")
    expect(filled).not.toContain('@SERVER_URL@')
    expect(filled.length - script.length).toBe(
      'https://gridloom.example'.length - '@SERVER_URL@'.length,
    )
  })

  it('keeps signs that mean something to a replacement', () => {
    expect(fillScript("x='@SERVER_URL@'", "'$&$1'")).toBe("x='$&$1'")
  })

  it('is missed in a script that has no place for it', () => {
    expect(() => fillScript('echo', "'x'")).toThrow('has no')
  })
})

describe('install.sh', () => {
  it('is understood by the shells that it may meet', () => {
    const script = scriptNamed('install.sh')
    for (const shell of ['sh', 'bash'])
      expect(() => execFileSync(shell, ['-n'], { input: script })).not.toThrow()
  })

  it('does nothing when it was cut off on its way', () => {
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
