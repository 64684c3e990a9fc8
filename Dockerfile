# syntax=docker/dockerfile:1
# Built in one stage; the final stage has no compiler, tests or development packages.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# The sandbox is for development: its packages and its page stay out of the image.
RUN npm run build && npm prune --omit=dev && rm -rf dist/sandbox

FROM node:22-bookworm-slim
# Workers use the same port, so that one health check fits every process.
ENV NODE_ENV=production PORT=3000 WORKER_PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# SIGTERM drains within ten seconds; node as the first process receives it.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/src/main.js"]
