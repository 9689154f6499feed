import {
  getOfficeReview,
  listOfficeReviews,
  remindReviewers,
  startOfficeReview,
  withdrawOfficeReview,
} from '@twofold/contract/admin/reviews'
import { answerReview, getReview, listReviews, startReview, undoReviewAnswers, withdrawReview } from '@twofold/contract/reviews'
import { route } from '../platform/http/route.ts'
import type { App } from '../platform/http/route.ts'
import type { ReviewAnswersService } from './review-answers.service.ts'
import type { ReviewsService } from './reviews.service.ts'

export function reviewsRoutes(app: App, { reviews, answers }: { reviews: ReviewsService; answers: ReviewAnswersService }): void {
  const [read, write] = [{ role: 'user', limit: 'read' } as const, { role: 'user', limit: 'write' } as const]
  route(app, listReviews, read, ({ user }) => reviews.listFor(user))
  route(app, startReview, write, ({ user, body }) => reviews.startOwn(user, body))
  route(app, getReview, read, ({ user, params }) => reviews.getFor(user, params.id))
  route(app, answerReview, write, ({ user, params, body }) => answers.answer(user, params.id, body.items, body.answer))
  route(app, undoReviewAnswers, write, ({ user, params, body }) => answers.undo(user, params.id, body.items))
  route(app, withdrawReview, write, ({ user, params }) => reviews.withdraw(user, params.id, 'own'))

  const [see, act] = [{ role: 'admin', limit: 'read' } as const, { role: 'admin', limit: 'write' } as const]
  route(app, listOfficeReviews, see, ({ query }) => reviews.listOffice(query.page))
  route(app, startOfficeReview, act, ({ user, body }) => reviews.startOffice(user, body))
  route(app, getOfficeReview, see, ({ params, query }) => reviews.getOffice(params.id, query.page))
  route(app, remindReviewers, act, ({ params }) => reviews.remind(params.id))
  route(app, withdrawOfficeReview, act, ({ user, params }) => reviews.withdraw(user, params.id, 'office'))
}
