import {
  getOfficeReview,
  listOfficeReviews,
  remindReviewers,
  startOfficeReview,
  withdrawOfficeReview,
} from '@twofold/contract/admin/reviews'
import { answerReview, getReview, listReviews, startReview, undoReviewAnswers, withdrawReview } from '@twofold/contract/reviews'
import { byAdmin, byUser } from '../platform/http/callers.ts'
import { type App, route } from '../platform/http/route.ts'
import type { ReviewAnswersService } from './review-answers.service.ts'
import type { ReviewsService } from './reviews.service.ts'

export function reviewsRoutes(app: App, { reviews, answers }: { reviews: ReviewsService; answers: ReviewAnswersService }): void {
  route(app, listReviews, byUser.evenClosed.read, ({ user }) => reviews.listFor(user))
  route(app, startReview, byUser.evenClosed.write, ({ user, body }) => reviews.startOwn(user, body))
  route(app, getReview, byUser.evenClosed.read, ({ user, params }) => reviews.getFor(user, params.id))
  route(app, answerReview, byUser.evenClosed.write, ({ user, params, body }) => answers.answer(user, params.id, body.items, body.answer))
  route(app, undoReviewAnswers, { ...byUser.write, whileClosed: 'lets out' }, ({ user, params, body }) =>
    answers.undo(user, params.id, body.items),
  )
  route(app, withdrawReview, byUser.evenClosed.write, ({ user, params }) => reviews.withdraw(user, params.id, 'own'))

  route(app, listOfficeReviews, byAdmin.evenClosed.read, ({ query }) => reviews.listOffice(query.page))
  route(app, startOfficeReview, byAdmin.evenClosed.atOnce, ({ user, body }) => reviews.startOffice(user, body))
  route(app, getOfficeReview, byAdmin.evenClosed.read, ({ params, query }) => reviews.getOffice(params.id, query.page))
  route(app, remindReviewers, byAdmin.evenClosed.atOnce, ({ params }) => reviews.remind(params.id))
  route(app, withdrawOfficeReview, byAdmin.evenClosed.atOnce, ({ user, params }) => reviews.withdraw(user, params.id, 'office'))
}
