import { blockCode } from '../file/block-head.ts'
import type { DataBlock } from './data-block.ts'
import {
  readCacheFile,
  readFont,
  readImage,
  readLinkedLibrary,
  readMovieClip,
  readNodes,
  readSound,
  readVolume,
} from './files.ts'
import type { Findings } from './findings.ts'
import { objectStructs, readLinked, readObject } from './object.ts'
import { readSceneBlock } from './scene.ts'
import { readParticleSettings } from './simulations.ts'
import { readText } from './text.ts'

/** The reader of one kind of data-block. */
export interface DataBlockReader {
  /** The owned structs to keep until it is read. */
  readonly owns: readonly string[]
  read(id: DataBlock, findings: Findings, version: number): void
}

const sceneStructs = [
  'IDProperty',
  'Sequence',
  'Strip',
  'StripData',
  'StripElem',
  'PointCache',
  'RigidBodyWorld',
  'RigidBodyWorld_Shared',
] as const

const nodeTrees: DataBlockReader = { owns: ['NodeShaderTexIES'], read: readNodes }

/** The readers of all inspected kinds, by the code of their blocks (`ID_*` of `DNA_ID_enums.h`). */
export const dataBlockReaders: ReadonlyMap<number, DataBlockReader> = new Map([
  [blockCode('SC'), { owns: sceneStructs, read: readSceneBlock }],
  [blockCode('OB'), { owns: objectStructs, read: readObject }],
  [blockCode('ID'), { owns: [], read: readLinked }],
  [blockCode('PA'), { owns: [], read: readParticleSettings }],
  [blockCode('IM'), { owns: [], read: readImage }],
  [blockCode('LI'), { owns: [], read: readLinkedLibrary }],
  [blockCode('CF'), { owns: [], read: readCacheFile }],
  [blockCode('VO'), { owns: [], read: readVolume }],
  [blockCode('SO'), { owns: [], read: readSound }],
  [blockCode('VF'), { owns: [], read: readFont }],
  [blockCode('MC'), { owns: [], read: readMovieClip }],
  ...['LA', 'MA', 'WO', 'NT'].map((code) => [blockCode(code), nodeTrees] as const),
  [blockCode('TX'), { owns: [], read: readText }],
])
