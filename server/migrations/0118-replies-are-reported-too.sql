-- Whoever was answered may report the answer; a person of Kalli takes it out alone, and the review stays (docs/review/reviews.md).
alter table review_reports
  add column of_reply boolean not null default false,
  drop constraint review_reports_once,
  add constraint review_reports_once unique (review_id, of_reply);
alter table reviews
  add column reply_removed boolean not null default false,
  add constraint reviews_reply_removed check (not reply_removed or reply is null) not valid;
alter table reviews validate constraint reviews_reply_removed;
