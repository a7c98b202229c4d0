import type { Struct } from '../dna/struct.ts'
import { limits } from '../limits.ts'
import type { DataBlock } from './data-block.ts'

/**
 * Settings of add-ons, Cycles among them, are stored as trees of "IDProperties" after a data-block.
 * Source: `IDP_STRING` and its like in `DNA_ID_enums.h`.
 */
const kinds = { int: 1, float: 2, group: 6, double: 8, boolean: 10 } as const

/** Finds the group of that name among a data-block's properties, wherever its Blender stores them. */
export function findGroup(id: DataBlock, name: string): Struct | undefined {
  // Since Blender 5.0 properties of add-ons are separate from those that users add.
  for (const root of ['id.system_properties', 'id.properties'])
    for (const child of childrenOf(id, id.follow(id.self, root)))
      if (child.number('type') === kinds.group && child.text('name') === name) return child
  return undefined
}

/** The numbers and booleans of a group by name; a boolean is 0 or 1. */
export function numbersOf(id: DataBlock, group: Struct | undefined): Map<string, number> {
  const numbers = new Map<string, number>()
  for (const child of childrenOf(id, group)) {
    const value = numberOf(child)
    if (value !== undefined) numbers.set(child.text('name') ?? '', value)
  }
  return numbers
}

function* childrenOf(id: DataBlock, group: Struct | undefined): Generator<Struct> {
  let child = id.follow(group, 'data.group.first')
  for (let count = 0; child && count < limits.listLength; count += 1) {
    yield child
    child = id.follow(child, 'next')
  }
}

function numberOf(property: Struct): number | undefined {
  switch (property.number('type')) {
    case kinds.int:
    case kinds.boolean:
      return property.number('data.val')
    case kinds.float:
      return property.floatAt('data.val')
    case kinds.double:
      return property.doubleAt('data.val')
    default:
      return undefined
  }
}
