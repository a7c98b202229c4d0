import { createDeadline } from '@gridloom/async/deadline'
import type { ImageRecipe } from '@gridloom/contract/apps/recipe'
import type { Progress } from '@gridloom/contract/instances/instance'
import { recipeDigest } from '@gridloom/domain/apps/recipe-image'
import { diskReserveBytes } from '@gridloom/domain/disk'
import { quoteShell } from '@gridloom/domain/shell/quote-shell'
import { RuntimeFailure } from '../../runtime/failure.ts'
import type { InstanceContext } from '../context.ts'
import { type BuildSize, recipeLabel } from './build-container.ts'
import { buildTimeout, stepFailure } from './build-failure.ts'
import { createBuildProgress } from './build-progress.ts'
import { appPath, type BuildPart, cleaningStep, installSteps } from './build-steps.ts'
import { type PackageSources, sourceFiles, sourceVariables } from './package-sources.ts'
import { runScript, writeFile } from './run-step.ts'

/** Tools print hundreds of lines a second. */
const progressEveryMs = 200

export interface ImageBuild {
  image: string
  recipe: ImageRecipe
  /** The container that it is built in, which runs. */
  container: string
  size: BuildSize
  sources: PackageSources
  limitMs: number
}

type BuildContext = Pick<InstanceContext, 'runtime' | 'clock' | 'log'>

/**
 * Builds an image in a running container: packages, files, cleaning, and only then the image, so that a build that ends
 * early leaves none. Errors: `RuntimeFailure` with `build_failed`, `build_timeout`, `registry_unreachable`, `disk_full`,
 * and those of the engine.
 */
export async function buildImage(
  context: BuildContext,
  build: ImageBuild,
  { onProgress, signal }: { onProgress: (progress: Progress) => void; signal: AbortSignal },
): Promise<void> {
  const shown = paced(context, onProgress)
  const limit = createDeadline(context.clock, build.limitMs, signal)
  try {
    await runSteps(context, build, { shown, signal: limit.signal })
  } catch (cause) {
    if (signal.aborted || !limit.signal.aborted) throw cause
    const minutes = Math.ceil(build.limitMs / 60_000)
    throw buildTimeout(build.image, { minutes, doing: shown.last() })
  } finally {
    limit.done()
  }
}

interface Shown {
  begin(progress: Progress): void
  show(progress: Progress | undefined): void
  last(): string
}

interface StepRun {
  shown: Shown
  signal: AbortSignal
}

async function runSteps(context: BuildContext, build: ImageBuild, run: StepRun): Promise<void> {
  const { image, recipe, sources } = build
  const progress = createBuildProgress(image.slice(0, image.indexOf(':')))
  const certificates = await sources.certificates?.()
  const write = (file: { path: string; content: string; mode?: string }) =>
    writeFile({ ...context, container: build.container, signal: run.signal }, file)
  const exports = exportsOf({
    ...sourceVariables(sources, certificates),
    ...{ PATH: appPath, HOME: '/root', LC_ALL: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' },
  })
  const step = async (part: BuildPart, script: string) => {
    run.shown.begin(progress.begin(part))
    const ended = await runScript({
      ...context,
      ...{ container: build.container, signal: run.signal },
      script: `set -eu\n${exports}\n${script}`,
      onLine: (line) => run.shown.show(progress.take(part, line)),
    })
    if (ended.exitCode !== 0) throw failed(context, build, { part, ...ended })
  }
  for (const file of sourceFiles(sources, certificates)) await write(file)
  for (const { part, script } of installSteps(recipe)) await step(part, script)
  run.shown.begin(progress.begin('files'))
  for (const file of recipe.files) {
    const ended = await write(file)
    if (ended.exitCode !== 0) throw failed(context, build, { part: 'files', ...ended })
  }
  const cleaning = cleaningStep(recipe)
  await step(cleaning.part, cleaning.script)
  await store(context, build, run.signal)
}

/** The engine keeps the archive while it unpacks it, so that it takes its size twice for a while. */
async function store({ runtime }: BuildContext, build: ImageBuild, signal: AbortSignal) {
  const { image, recipe, container } = build
  const [space, { usedBytes }] = await Promise.all([
    runtime.space(signal),
    runtime.diskUse(container, signal),
  ])
  if (space !== undefined && space.freeBytes - 2 * usedBytes < diskReserveBytes(space.totalBytes)) {
    const text = `The machine does not have enough free disk space for ${image}.`
    throw new RuntimeFailure('disk_full', text)
  }
  const starting = { env: [`PATH=${appPath}`], command: ['/bin/bash', '-l'], workdir: '/root' }
  const labels = { [recipeLabel]: recipeDigest(recipe) }
  await runtime.commitContainer({ name: container, image, labels, ...starting }, signal)
}

function failed(
  { log }: BuildContext,
  { image, size }: ImageBuild,
  end: { part: BuildPart; exitCode: number | null; lines: readonly string[] },
): RuntimeFailure {
  const tail = end.lines.slice(-40)
  log.warn({ event: 'build.failed', image, part: end.part, tail }, 'an image could not be built')
  return stepFailure({ image, memoryMib: size.memoryMib, diskGb: size.diskGb, ...end })
}

function exportsOf(variables: Record<string, string>): string {
  return Object.entries(variables)
    .map(([name, value]) => `export ${name}=${quoteShell(value)}`)
    .join('\n')
}

/** Passes progress on: the beginning of a part at once, the rest at a pace. */
function paced({ clock }: BuildContext, onProgress: (progress: Progress) => void): Shown {
  let shownAtMs = Number.NEGATIVE_INFINITY
  let last = ''
  const begin = (progress: Progress) => {
    shownAtMs = clock.monotonicMs()
    last = progress.text
    onProgress(progress)
  }
  return {
    begin,
    show: (progress) => {
      if (progress === undefined) return
      last = progress.text
      if (clock.monotonicMs() - shownAtMs >= progressEveryMs) begin(progress)
    },
    last: () => last,
  }
}
