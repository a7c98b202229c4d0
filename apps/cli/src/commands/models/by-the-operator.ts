import { ApiError } from '@gridloom/client/api-error'

/** What comes of a call that the operator's account alone may make; to others it says who can. */
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
