import type { RenderProblem, RenderProblemCode } from '@gridloom/contract/rendering/frame'
import type { RenderLimits } from '../renderer.ts'
import type { KillReason } from './watch.ts'

interface Sign {
  form: RegExp
  code: RenderProblemCode
  text: string
}

/** Error messages of Blender, most specific first. Sources: recorded, and the parsers of Afanasy and SheepIt. */
const signs: readonly Sign[] = [
  {
    form: /no camera/i,
    code: 'no_camera',
    text: 'The scene has no camera.',
  },
  {
    form: /without OpenImageDenois/i,
    code: 'denoiser_missing',
    text: 'Blender on this machine has no denoiser.',
  },
  {
    form: /(CUDA|OptiX|HIP|oneAPI|Metal)\b.*[Oo]ut of memory|OUT_OF_MEMORY|out of GPU/,
    code: 'out_of_memory',
    text: 'The GPU does not have enough memory for the scene.',
  },
  {
    form: /out of memory|std::bad_alloc|[MC]alloc returns null|Calloc array aborted/i,
    code: 'out_of_memory',
    text: 'The scene needs more memory than is available on this machine.',
  },
  {
    form: /(CUDA|OptiX|HIP|oneAPI|Metal)\b.*\berror|\b(CUDA|HIP|OPTIX)_ERROR|[Ii]n (cu|hip|optix)[A-Z]/,
    code: 'gpu_failed',
    text: 'The GPU of this machine failed.',
  },
  {
    form: /Unable to open a display|Couldn't open X11 display|GPU backend/i,
    code: 'engine_missing',
    text: 'This machine cannot use this render engine: it has no display and no suitable GPU.',
  },
  {
    form: /Missing DNA block|not a (supported )?blend file|not a library|File format is not supported|Failed to read blend file|Cannot read (blend )?file|unable to read|Failed to open|corrupt/i,
    code: 'file_broken',
    text: 'Blender cannot read the file. It is damaged or was saved by a newer version.',
  },
  {
    form: /EXCEPTION_ACCESS_VIOLATION|Writing: .*\.crash\.txt|Segmentation fault/i,
    code: 'blender_crashed',
    text: 'Blender crashed.',
  },
]

/** The problem that Blender's output describes, in Blender's own words; `blender_failed` where it describes none. */
export function renderProblem(text: string): RenderProblem {
  const words = text.trim()
  const sign = signs.find(({ form }) => form.test(words))
  if (sign === undefined) {
    const said = words === '' ? 'no reason given' : words
    return { code: 'blender_failed', text: clip(`Blender could not render the frame: ${said}`) }
  }
  return { code: sign.code, text: clip(`${sign.text} Blender message: ${words}`) }
}

/** The problem of a Blender that ended by itself, from how it ended and its last lines. */
export function crashOf(ending: string, lastLines: readonly string[]): RenderProblem {
  const problem = renderProblem(lastLines.join('\n'))
  if (problem.code === 'out_of_memory' || problem.code === 'gpu_failed') return problem
  const said = lastLines.length === 0 ? '' : ` Last log lines:\n${lastLines.join('\n')}`
  return { code: 'blender_crashed', text: clip(`Blender exited on its own (${ending}).${said}`) }
}

/** The problem of a Blender that was killed for passing a limit. */
export function killedOf(
  why: KillReason,
  limits: RenderLimits & { memoryMibMax: number },
): RenderProblem {
  const problems = {
    stopped: ['blender_failed', 'The render was stopped.'],
    out_of_memory: [
      'out_of_memory',
      `The scene exceeded the memory limit of ${limits.memoryMibMax} MiB on this machine.`,
    ],
    timed_out: [
      'timed_out',
      `The render exceeded the time limit of ${limits.piece_s_max} s and was stopped.`,
    ],
    no_progress: [
      'no_progress',
      `Blender produced no output for ${limits.no_progress_s_max} s and was stopped.`,
    ],
    too_much_output: [
      'blender_failed',
      `The render exceeded the output limit of ${limits.output_bytes_max} bytes and was stopped.`,
    ],
  } as const satisfies Record<KillReason, readonly [RenderProblemCode, string]>
  const [code, text] = problems[why]
  return { code, text }
}

const textCharsMax = 2_000

function clip(text: string): string {
  return text.length <= textCharsMax ? text : `${text.slice(0, textCharsMax - 1)}…`
}
