import type { Progress } from '@gridloom/contract/instances/instance'
import type { BuildPart } from './build-steps.ts'

/** The progress of a build: what a line of its tools says, in words, and the percentage where the tool tells it. */
export interface BuildProgress {
  /** Takes a line, and returns the new progress; `undefined` where it says nothing new. */
  take(part: BuildPart, line: string): Progress | undefined
  /** Returns the progress at the beginning of a part. */
  begin(part: BuildPart): Progress
}

const partNames: Readonly<Record<BuildPart, string>> = {
  apt: 'packages of Debian',
  pip: 'packages of PyPI',
  npm: 'packages of npm',
  files: 'files of the recipe',
  cleaning: 'storing the image',
}

export function createBuildProgress(name: string): BuildProgress {
  let fetched = 0
  const saying = (part: BuildPart, detail?: string, percent: number | null = null): Progress => {
    const text = `Building ${name}: ${partNames[part]}${detail === undefined ? '' : `, ${detail}`}`
    return { text, percent, done_bytes: null, total_bytes: null }
  }
  return {
    begin: (part) => saying(part),
    take: (part, line) => {
      if (part === 'apt') {
        const step = aptStepOf(line)
        return step && saying(part, step.detail, step.percent)
      }
      if (part === 'pip') {
        const detail = pipStepOf(line)
        return detail === undefined ? undefined : saying(part, detail)
      }
      if (part !== 'npm') return undefined
      if (/^npm http fetch GET 200 .*\.tgz /.test(line)) {
        fetched += 1
        return saying(part, `${fetched} downloaded`)
      }
      const script = /^> (\S+@\d\S*) (?:pre|post)?install\b/.exec(line)?.[1]
      return script === undefined ? undefined : saying(part, `install script of ${script}`)
    },
  }
}

/** Downloads are the first half of apt's work. Source: apt, README.progress-reporting. */
function aptStepOf(line: string): { detail: string; percent: number } | undefined {
  const [, kind, object = '', percent, text = ''] =
    /^(dlstatus|pmstatus):([^:]*(?::\w+)?):(\d+(?:\.\d+)?):(.*)$/.exec(line) ?? []
  if (kind === undefined) return undefined
  const half = Math.min(100, Number(percent)) / 2
  if (kind === 'pmstatus') return { detail: object.replace(/:\w+$/, ''), percent: round(50 + half) }
  const [, file, files] = /file (\d+) of (\d+)/.exec(text) ?? []
  if (file === undefined) return undefined
  return { detail: `downloading ${file} of ${files}`, percent: round(half) }
}

function round(percent: number): number {
  return Math.round(percent * 10) / 10
}

function pipStepOf(line: string): string | undefined {
  const [, verb, what = ''] =
    /^\s*(Collecting|Downloading|Building wheel for|Building wheels for collected packages:) (\S+)/.exec(
      line,
    ) ?? []
  if (verb === 'Collecting') return `resolving ${what}`
  if (verb === 'Downloading') return `downloading ${fileOf(what)}`
  if (verb?.startsWith('Building')) return `compiling ${what.replace(/,$/, '')}`
  return /^Installing collected packages/.test(line) ? 'installing' : undefined
}

/** `https://…/files/numpy-2.0.0.whl` and `numpy-2.0.0.whl` → `numpy-2.0.0.whl` */
function fileOf(what: string): string {
  return what.slice(what.lastIndexOf('/') + 1).replace(/#.*$/, '')
}
