import type { OptionValue } from '@gridloom/domain/templates/read-option-words'
import type { RefusedParts } from '@gridloom/domain/templates/refused-parts'
import { itemsOf, mapOf, type PlacedValue, textOf } from './read-values.ts'

/** Where the options of a service are collected. */
export interface OptionTarget {
  readonly refused: RefusedParts
  readonly options: OptionValue[]
}

/** A map of names to values, or a list of `NAME=value`. */
export function readEnvironment({ refused, options }: OptionTarget, placed: PlacedValue): void {
  const map = mapOf(placed.value)
  for (const item of map === null ? itemsOf(placed, refused) : []) {
    const value = textOf(item, refused)
    if (value !== null) options.push({ name: 'env', value, part: `${item.part}: ${value}` })
  }
  for (const [name, value] of map ?? []) {
    const part = `${placed.part}.${name}`
    const text = textOf({ part, value }, refused)
    // A name without a value would be copied from the environment of the one who starts it.
    if (text !== null) options.push({ name: 'env', value: `${name}=${text}`, part })
    else if (value === null) options.push({ name: 'env', value: name, part })
  }
}

/** Ports as texts, or as maps with `target` and `protocol`; the part of the machine is ignored. */
export function readPorts({ refused, options }: OptionTarget, placed: PlacedValue): void {
  for (const { part, value } of itemsOf(placed, refused)) {
    const map = mapOf(value)
    if (map === null) {
      const text = textOf({ part, value }, refused)
      if (text !== null) options.push({ name: 'publish', value: text, part: `${part}: ${text}` })
      continue
    }
    const field = (name: string) =>
      textOf({ part: `${part}.${name}`, value: map.get(name) ?? null }, refused)
    const text = `${field('target') ?? ''}/${field('protocol') ?? 'tcp'}`
    options.push({ name: 'publish', value: text, part: `${part}: ${text}` })
  }
}

/** Limits as numbers for both, or as maps with `soft` and `hard`. */
export function readUlimits({ refused, options }: OptionTarget, placed: PlacedValue): void {
  const limits = mapOf(placed.value)
  if (limits === null) refused.add(placed.part, 'must be a map')
  for (const [name, value] of limits ?? []) {
    const part = `${placed.part}.${name}`
    const both = mapOf(value)
    const field = (of: string) =>
      textOf({ part: `${part}.${of}`, value: both?.get(of) ?? null }, refused) ?? ''
    const text =
      both === null ? textOf({ part, value }, refused) : `${field('soft')}:${field('hard')}`
    if (text !== null)
      options.push({ name: 'ulimit', value: `${name}=${text}`, part: `${part}: ${text}` })
  }
}
