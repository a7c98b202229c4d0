import type { ErrorTexts } from '../core/error-texts.ts'

export const renderingErrors = {
  scene_broken: { status: 400, text: 'This file cannot be rendered: {why}' },
  upload_mismatch: {
    status: 400,
    text: 'The uploaded file does not match its announced hash. Upload it again.',
  },
  budget_too_small: {
    status: 409,
    text: 'The budget of {budget} is below the amount already charged or in progress: {used}.',
  },
  picture_not_ready: { status: 409, text: 'This picture is not available yet.' },
} as const satisfies ErrorTexts
