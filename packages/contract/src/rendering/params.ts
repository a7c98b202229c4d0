import { z } from 'zod'
import { RenderJobId } from '../core/ids.ts'
import { FrameNumbers } from './frame.ts'

export const oneJob = z.strictObject({ id: RenderJobId })

export const framesOfJob = z.strictObject({ frames: FrameNumbers })
