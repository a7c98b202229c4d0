import type {
  BlendFacts,
  SceneBlend,
  SceneContents,
} from '@gridloom/contract/rendering/blend-facts'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { Facts } from '../../../ui/components/facts.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import { Diagnostics } from './diagnostics.tsx'
import styles from './scene.module.css'
import {
  known,
  referenceCounts,
  sceneEngine,
  sceneFrames,
  sceneOpenedByDefault,
  sceneSamples,
  sceneSize,
} from './scene-words.ts'
import { Thumbnail } from './thumbnail.tsx'

/** The contents of an upload: each Blender file with its facts, scenes and diagnostics. */
export function SceneFacts({ contents }: { contents: SceneContents }) {
  return (
    <>
      {contents.kind === 'zip' && (
        <p className={styles.zip}>
          {plural(contents.files, 'file')} in the zip, {formatBytes(contents.unpacked_bytes)}{' '}
          unpacked, {plural(contents.blends.length, 'Blender file')} included.
        </p>
      )}
      {contents.blends.map((blend) => (
        <BlendPanel key={blend.path} blend={blend} />
      ))}
    </>
  )
}

function BlendPanel({ blend: { path, facts, diagnostics } }: { blend: SceneBlend }) {
  return (
    <Section title={path} note={`saved by Blender ${facts.blender_version}`} inset="flush">
      <div className={styles.blend}>
        <Thumbnail picture={facts.thumbnail} name={path} />
        <div className={styles.facts}>
          <Facts facts={factsOf(facts)} />
        </div>
      </div>
      <Diagnostics diagnostics={diagnostics} />
      <Scenes facts={facts} />
    </Section>
  )
}

function factsOf(facts: BlendFacts) {
  const compression = facts.compression === 'none' ? 'not compressed' : facts.compression
  return [
    { name: 'Size', value: `${formatBytes(facts.size_bytes)}, ${compression}` },
    { name: 'Cameras', value: facts.cameras.length === 0 ? 'none' : facts.cameras.join(', ') },
    { name: 'External files', value: referenceCounts(facts) },
    { name: 'Packed files', value: countOf(facts.packed_files, 'file') },
    { name: 'Scripts', value: facts.scripts.length === 0 ? 'none' : facts.scripts.join(', ') },
    { name: 'Python drivers', value: known(facts.drivers, (count) => countOf(count, 'driver')) },
  ]
}

function countOf(count: number, noun: string): string {
  return count === 0 ? 'none' : plural(count, noun)
}

const columns: readonly Column[] = [
  { text: 'Scene' },
  { text: 'Frames' },
  { text: 'Resolution' },
  { text: 'Engine' },
  { text: 'Samples' },
  { text: 'Camera' },
  { text: 'Output' },
]

function Scenes({ facts }: { facts: BlendFacts }) {
  const open = sceneOpenedByDefault(facts)
  return (
    <Table label="Scenes" columns={columns}>
      {facts.scenes.map((scene) => (
        <tr key={scene.name}>
          <RowHead>
            {scene.name}
            {scene === open && facts.scenes.length > 1 && (
              <span className={styles.sub}> active scene</span>
            )}
          </RowHead>
          <Cell label="Frames">{sceneFrames(scene)}</Cell>
          <Cell label="Resolution">{sceneSize(scene)}</Cell>
          <Cell label="Engine">{sceneEngine(scene)}</Cell>
          <Cell label="Samples">{sceneSamples(scene)}</Cell>
          <Cell label="Camera">{scene.camera ?? 'none'}</Cell>
          <Cell label="Output">{known(scene.output_format)}</Cell>
        </tr>
      ))}
    </Table>
  )
}
