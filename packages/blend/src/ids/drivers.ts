import type { Struct } from '../dna/struct.ts'
import type { Findings } from './findings.ts'

/** Source: `DRIVER_TYPE_PYTHON` of `DNA_anim_types.h`. */
const scripted = 1

/** Counts a driver (`ChannelDriver`) of any owner if it needs Python. */
export function readDriver(driver: Struct, findings: Findings): void {
  if (driver.number('type') !== scripted) return
  if (!isPlainExpression(driver.text('expression') ?? '')) findings.pythonDrivers += 1
}

/** Functions that Blender evaluates without Python. Source: `expr_pylike_eval.cc`, "A simple evaluator for scalar expressions". */
const functions = new Set(
  (
    'radians degrees abs fabs floor ceil trunc round int sin cos tan asin acos atan atan2 exp log sqrt pow fmod ' +
    'min max lerp clamp smoothstep'
  ).split(' '),
)
const words = new Set('and or not if else pi True False'.split(' '))
const token =
  /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|(==|!=|<=|>=|[-+*/<>(),]))/y

/**
 * Whether a driver expression works without Python, judged by its tokens: numbers, names, operators, and calls of the
 * functions above. Anything else (attributes, subscripts, strings, other calls) needs Python.
 */
export function isPlainExpression(expression: string): boolean {
  const text = expression.trimEnd()
  token.lastIndex = 0
  let called: string | undefined
  while (token.lastIndex < text.length) {
    const [, , name, operator] = token.exec(text) ?? []
    if (token.lastIndex === 0) return false
    const calls = operator === '(' && called !== undefined
    if (calls && called !== undefined && !functions.has(called)) return false
    if (!calls && called !== undefined && functions.has(called)) return false
    called = name !== undefined && !words.has(name) ? name : undefined
  }
  return text !== '' && (called === undefined || !functions.has(called)) && !/\*\*|\/\//.test(text)
}
