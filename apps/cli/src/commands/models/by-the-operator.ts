import { ApiError } from '@gridloom/client/api-error'

/** Resolves with the result of a call for the operator only; for others it rejects with an error that says so. */
export async function byTheOperator<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'forbidden')) throw error
    const { code, status } = error
    throw new ApiError({ code, status, text: onlyThey })
  }
}

const onlyThey =
  'Only the operator can change the model catalogue. Sign in with the operator account: gridloom login'
