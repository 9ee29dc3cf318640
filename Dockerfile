# One image for all six services. The command chooses the service:
#   docker run … diary-recording-service node services/diary/src/main.ts

FROM node:24-slim AS dependencies
WORKDIR /app
COPY --chmod=755 package.json package-lock.json .npmrc ./
COPY shared/package.json shared/
COPY services/auth/package.json services/auth/
COPY services/diary/package.json services/diary/
COPY services/gateway/package.json services/gateway/
COPY services/mailer/package.json services/mailer/
COPY services/mcp/package.json services/mcp/
COPY services/reports/package.json services/reports/
# No package that runs in production needs an install script.
RUN npm ci --omit=dev --ignore-scripts --workspace=shared --workspace=services

# The views of the cards, which are bundled for browsers: that takes esbuild, a development dependency.
FROM dependencies AS views
RUN npm ci --ignore-scripts --include-workspace-root --workspace=shared --workspace=services
COPY --chmod=755 shared/ shared/
COPY --chmod=755 services/ services/
COPY --chmod=755 scripts/views.ts scripts/
RUN node scripts/views.ts

FROM node:24-slim
# With a small heap a busy service keeps half as much memory, for 10 % more CPU. What starting it took goes back to the system: glibc's
# threshold is its own default, but said it does not grow.
ENV NODE_ENV=production PORT=8080 METRICS_PORT=9464 MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072 NODE_OPTIONS="--max-semi-space-size=4 --max-old-space-size=256 --v8-pool-size=1"
WORKDIR /app
COPY --from=dependencies /app ./
# The modes are said, because those of a clone made with a strict umask (027, 077) would keep the user below from reading them.
COPY --chmod=755 shared/ shared/
COPY --chmod=755 services/ services/
COPY --from=views --chmod=755 /app/services/mcp/src/cards/views/ services/mcp/src/cards/views/
# What an operator runs: backup, restore, account.
COPY --chmod=755 scripts/ scripts/
# The user node, as a number: a check for an unprivileged user (Kubernetes: runAsNonRoot) cannot tell by a name.
USER 1000:1000
EXPOSE 8080 9464
# A process each time: with `fetch` it would take three times the CPU.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "http.get(`http://127.0.0.1:${process.env.PORT}/health/ready`, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))"]
CMD ["node", "--max-semi-space-size=16", "--no-allocation-site-pretenuring", "services/gateway/src/main.ts"]
