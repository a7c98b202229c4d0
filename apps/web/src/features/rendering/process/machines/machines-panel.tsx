import type { RenderChunk } from '@gridloom/contract/rendering/chunk'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { IconServer2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../../api/runtime.tsx'
import { useNow } from '../../../../browser/clock.ts'
import { Loaded } from '../../../../ui/components/loaded.tsx'
import { Section } from '../../../../ui/components/section.tsx'
import { EmptyState } from '../../../../ui/components/states.tsx'
import { StatusBadge } from '../../../../ui/components/status-badge.tsx'
import { plural } from '../../../../ui/format/numbers.ts'
import { chunksQuery } from '../../api/render-queries.ts'
import { ChunkLog } from './chunk-log.tsx'
import { chunkName, chunkStatus } from './chunk-words.ts'
import styles from './machines-panel.module.css'
import { isAtWork, type Span, type Track, trackBars, trackSpan, tracksOf } from './tracks.ts'

/** A track of chunks for each machine; a click on a bar shows Blender's log. */
export function MachinesPanel({ job }: { job: RenderJob }) {
  const chunks = useQuery(chunksQuery(useClient(), job.taskId))
  const [openId, setOpenId] = useState<string>()
  const open = chunks.data?.chunks.find(({ id }) => id === openId)
  return (
    <Section title="Machines" note={`${plural(job.machines_now, 'machine')} working`} inset="flush">
      <Loaded query={chunks} what="the machines">
        {({ chunks: list, total }) =>
          list.length === 0 ? (
            <EmptyState icon={<IconServer2 size={20} stroke={1.6} />} title="No machine yet">
              Each machine that renders frames appears here with its current activity.
            </EmptyState>
          ) : (
            <>
              <Tracks chunks={list} onOpen={setOpenId} />
              {total > list.length && (
                <p className={styles.note}>
                  The newest {list.length} of {plural(total, 'chunk')} are shown.
                </p>
              )}
            </>
          )
        }
      </Loaded>
      {open && <ChunkLog job={job} chunk={open} onClose={() => setOpenId(undefined)} />}
    </Section>
  )
}

interface TracksProps {
  chunks: readonly RenderChunk[]
  onOpen: (id: string) => void
}

function Tracks({ chunks, onOpen }: TracksProps) {
  const nowMs = useNow()
  const span = trackSpan(chunks, nowMs)
  return (
    <ul className={styles.tracks} aria-label="Machines">
      {tracksOf(chunks).map((track) => (
        <LaneRow key={track.machineId} track={track} span={span} nowMs={nowMs} onOpen={onOpen} />
      ))}
    </ul>
  )
}

/** Height of a row of bars in pixels, including the gap. */
const rowPx = 24

interface LaneRowProps {
  track: Track
  span: Span
  nowMs: number
  onOpen: (id: string) => void
}

function LaneRow({ track, span, nowMs, onOpen }: LaneRowProps) {
  const bars = trackBars(track, span, nowMs)
  const rows = Math.max(1, ...bars.map(({ row }) => row + 1))
  const now = track.chunks.findLast(({ state }) => state === 'leased') ?? track.chunks.at(-1)
  return (
    <li className={styles.track}>
      <div className={styles.head}>
        <span className={styles.name}>{track.machineName}</span>
        {isAtWork(track) ? (
          <StatusBadge tone="busy" word={now?.activity ?? 'Rendering'} look="plain" />
        ) : (
          <StatusBadge {...chunkStatus(now?.state ?? 'done')} look="plain" />
        )}
      </div>
      <div className={styles.track} style={{ height: rows * rowPx + 6 }}>
        {bars.map(({ chunk, left, width, row }) => {
          const words = `${chunkName(chunk)}: ${chunkStatus(chunk.state).word.toLowerCase()}`
          return (
            <button
              type="button"
              key={chunk.id}
              className={styles.bar}
              data-state={chunk.state}
              data-kind={chunk.kind}
              style={{ left: `${left}%`, width: `${width}%`, top: row * rowPx + 3 }}
              title={words}
              aria-label={`${words}, on ${track.machineName}`}
              onClick={() => onOpen(chunk.id)}
            />
          )
        })}
      </div>
    </li>
  )
}
