import { quoteShell } from '@gridloom/domain/shell/quote-shell'
import { plural } from '../../../ui/format/numbers.ts'
import type { bodyOf } from './to-template.ts'

type PreviewedRun = Pick<
  ReturnType<typeof bodyOf>,
  | 'image_path_with_tag'
  | 'launch_mode'
  | 'on_start_script'
  | 'docker_entry_point_tags'
  | 'docker_options'
  | 'env'
  | 'ports'
>

const shownArguments = 12

/** Returns the `docker run` command that comes nearest to what a machine runs, a line for each option. */
export function runPreview(run: PreviewedRun): string {
  const { image_path_with_tag: image, docker_options: options, env, ports } = run
  return [
    'docker run -d',
    ...options.split('\n').filter((line) => line.trim() !== ''),
    ...Object.entries(env).map(([name, value]) => `-e ${quoteShell(`${name}=${value}`)}`),
    ...ports.filter(Number.isInteger).map((port) => `-p ${port}`),
    ...(run.launch_mode === 'entrypoint' ? [] : ['--entrypoint /bin/sh']),
    [image || 'IMAGE', ...argumentsOf(run)].join(' '),
  ].join(' \\\n  ')
}

function argumentsOf(run: PreviewedRun): string[] {
  const { launch_mode: mode, on_start_script: script, docker_entry_point_tags: words } = run
  if (mode !== 'entrypoint') {
    const text = script.trim()
    if (text === '') return []
    return text.includes('\n')
      ? [`start.sh  # ${plural(text.split('\n').length, 'line')}`]
      : ['-c', quoteShell(text)]
  }
  if (words.length === 0) return script.trim() === '' ? [] : [script.trim()]
  const rest = words.length - shownArguments
  const shown = words
    .slice(0, shownArguments)
    .map((word) => (word === '' ? "''" : quoteShell(word)))
  return rest > 0 ? [...shown, `…  # ${rest} more`] : shown
}
